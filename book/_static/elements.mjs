// How the page's own parts make their nodes.

/** A node with attributes, listeners (`onclick`) and children.
 *  @param {string} tag @param {Record<string, any>} attributes @param {(Node | string)[]} children @returns {any} */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

export const press = (words, onclick, more = {}) => h("button", { type: "button", onclick, ...more }, words);

/** Put a link, or what else is named, on the clipboard; where there is none, show it to be copied by hand. */
export async function give(link, says, what = "link") {
  try {
    await navigator.clipboard.writeText(link);
    says.textContent = `The ${what} is on the clipboard (${link.length.toLocaleString("en")} characters).`;
  } catch {
    const field = h("input", { readonly: true, value: link, "aria-label": `The ${what}` });
    says.replaceChildren(`Copy this ${what}: `, field);
    field.select();
  }
}
