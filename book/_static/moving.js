// A picture that moves (cadogan/course/motion.py): its frames one after the other, stepped through, or moved to. It stands at its first
// frame until somebody plays it; where the reader wants nothing to move, it is stepped through. Without this script, and on paper, it is
// one still.
customElements.define("cadogan-moving", class extends HTMLElement {
  connectedCallback() {
    if (this.frames) return;
    // An element that arrives with the page is announced before its frames are read.
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => this.begin(), { once: true });
    else this.begin();
  }

  disconnectedCallback() { this.rest(); }

  begin() {
    this.frames = [...this.querySelectorAll(".frame")];
    this.bar = this.querySelector("input");
    this.playing = 0;
    if (!this.bar || !this.frames.length) return;
    this.says = JSON.parse(this.dataset.says);
    this.output = this.querySelector("output");
    this.button = /** @type {HTMLButtonElement} */ (this.querySelector(".play"));
    this.button.hidden = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.button.addEventListener("click", () => (this.playing ? this.rest() : this.play()));
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll("[data-by]"))) {
      one.addEventListener("click", () => {
        this.rest();
        this.show(this.at + Number(one.dataset.by));
      });
    }
    this.bar.addEventListener("input", () => {
      this.rest();
      this.show(Number(this.bar.value));
    });
    this.show(0);
  }

  /** @param {number} to */
  show(to) {
    this.at = Math.max(0, Math.min(to, this.frames.length - 1));
    const grows = "grows" in this.dataset, says = this.says[this.at];
    for (const [n, one] of this.frames.entries()) {
      one.setAttribute("display", n === this.at || (grows && n < this.at) ? "inline" : "none");
    }
    this.bar.value = String(this.at);
    this.bar.setAttribute("aria-valuetext", says);
    this.output.textContent = says;
  }

  play() {
    if (this.at === this.frames.length - 1) this.show(0);
    this.output.setAttribute("aria-live", "off");      // not every frame is read out
    this.button.textContent = "Pause";
    this.playing = setInterval(() => {
      this.show(this.at + 1);
      if (this.at === this.frames.length - 1) this.rest();
    }, Number(this.dataset.beat));
  }

  rest() {
    if (!this.playing) return;
    clearInterval(this.playing);
    this.playing = 0;
    this.output.setAttribute("aria-live", "polite");
    this.button.textContent = "Play";
  }
});
