// The button "As printed" of `cadogan lab`, which says what becomes of the reader's version. JupyterLab's own command, which does
// the same, says of every checkpoint that going back to it cannot be undone; that one is kept for files that are no chapters.
//
// JupyterLab loads an extension as a container of module federation; this is one, written by hand.
let shared;

/** A library of JupyterLab's own. */
async function library(name) {
  const [version] = Object.values(shared[name]);
  return (await version.get())();
}

/** What is done to the notebook in front. */
async function asPrinted(app) {
  const context = app.shell.currentWidget?.context;
  const [checkpoint] = await context?.listCheckpoints() ?? [];
  if (checkpoint?.id !== "as-printed") {
    await app.commands.execute("docmanager:restore-checkpoint");
    return;
  }
  const { Dialog, showDialog } = await library("@jupyterlab/apputils");
  const name = context.path.replace(/\.md$/, "").replaceAll("/", "-");
  const body = "The chapter is laid anew, as it is printed. Your version is not lost: as it now stands it is kept in the folder "
    + `put-aside, under the name ${name}-1.md, or the next number that is free. It opens from there, by a click in the list of `
    + "files, and runs as before.";
  const buttons = [Dialog.cancelButton(), Dialog.okButton({ label: "As printed" })];
  const { button } = await showDialog({ title: "Give this chapter back as printed?", body, buttons });
  if (!button.accept || context.isDisposed) return;
  if (context.model.dirty) await context.save();
  await context.restoreCheckpoint(checkpoint.id);
  await context.revert();
}

const plugin = {
  id: "cadogan:as-printed",
  autoStart: true,
  activate: app => {
    app.commands.addCommand("cadogan:as-printed", {
      label: "As Printed, or Revert to Checkpoint…",
      isEnabled: () => Boolean(app.shell.currentWidget?.context),
      execute: () => asPrinted(app),
    });
  },
};

(window._JUPYTERLAB ??= {}).cadogan = {
  init: scope => { shared = scope; },
  get: async () => () => ({ __esModule: true, default: plugin }),
};
