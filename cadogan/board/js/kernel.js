// What can be known in a notebook of the kernel behind a board: whether it runs a cell, whether it still knows the board, and when it
// ends or begins anew.

const GONE = new Set(["restarting", "autorestarting", "dead", "terminating"]);

/** What Jupyter's own manager of widgets tells of a kernel; others tell nothing. What it says of being busy is not used: with comms
 *  that have a thread of their own it is idle while a cell runs.
 *  @typedef {{ connect: (slot: (sender: unknown, status: string) => void) => void, disconnect: (slot: Function) => void }} Signal
 *  @typedef {{ connectionStatus: string, statusChanged: Signal, disposed: Signal,
 *    requestCommInfo: (content: object) => Promise<{ content: { comms?: Record<string, object> } }> }} Connection */

export class Kernel {
  /** @param {import("../messages").Model} model
   *  @param {(began: boolean) => void} lost  what is done when the kernel ends or begins anew: then it knows nothing of the board. */
  constructor(model, lost) {
    /** @type {Connection | null} */
    this.connection = model.widget_manager?.kernel ?? null;
    this.changed = (_, status) => { if (GONE.has(status) || status === "starting") lost(status === "starting"); };
    this.ended = () => lost(false);
    this.connection?.statusChanged.connect(this.changed);
    this.connection?.disposed.connect(this.ended);
  }

  /** Whether a kernel is there that can be asked. */
  get connected() { return this.connection?.connectionStatus === "connected"; }

  /** Which comms it knows; it answers when it is free. None if it ends before.
   *  @returns {Promise<object>} */
  async comms() {
    try {
      return (await this.connection?.requestCommInfo({ target_name: "jupyter.widget" }))?.content.comms ?? {};
    } catch {
      return {};
    }
  }

  close() {
    this.connection?.statusChanged.disconnect(this.changed);
    this.connection?.disposed.disconnect(this.ended);
  }
}
