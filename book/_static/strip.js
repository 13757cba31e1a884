// A strip of plates (`cadogan.strip`): one plate at a time, walked by arrow keys or buttons. Without this script, and in print, all
// are shown.
customElements.define("cadogan-strip", class extends HTMLElement {
  connectedCallback() {
    if (this.bar) return;
    // An element that arrives with the page is announced before its plates are read.
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => this.begin(), { once: true });
    else this.begin();
  }

  begin() {
    this.plates = [...this.querySelectorAll("figure")];
    if (this.plates.length < 2) return;
    this.tabIndex = 0;
    this.bar = Object.assign(document.createElement("div"), { className: "walk" });
    const button = (words, label, by) => {
      const one = Object.assign(document.createElement("button"), { type: "button", textContent: words });
      one.setAttribute("aria-label", label);
      one.addEventListener("click", () => this.show(this.at + by));
      return one;
    };
    this.back = button("◀", "The plate before", -1);
    this.on = button("▶", "The next plate", 1);
    this.where = document.createElement("span");
    this.bar.append(this.back, this.on, this.where);
    this.append(this.bar);
    this.plates.forEach(plate => plate.querySelector("figcaption").setAttribute("aria-live", "polite"));
    this.classList.add("walked");
    this.addEventListener("keydown", event => {
      const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.plates.length - 1 }[event.key];
      if (to === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.show(to);
    });
    this.show(0);
  }

  /** @param {number} to */
  show(to) {
    const last = this.plates.length - 1;
    this.at = Math.max(0, Math.min(to, last));
    this.plates.forEach((plate, n) => plate.classList.toggle("now", n === this.at));
    this.where.textContent = `${this.at} of ${last}`;
    const held = document.activeElement;
    this.back.disabled = this.at === 0;
    this.on.disabled = this.at === last;
    if (held instanceof HTMLButtonElement && held.disabled && this.bar.contains(held)) this.focus();   // keys go on working
  }
});
