// HTML that Python has made, put into the page without anything in it that could act: scripts, handlers, frames, links that run. DOMPurify,
// a kept library, knows what these are; the policy of the page (tools/policy.py) forbids them once more.

/** Our drawings show cards that stand elsewhere in the page; a strip of them and a picture that moves are elements of our own. */
const DRAWING = { ADD_TAGS: ["use", "cadogan-strip", "cadogan-moving"], RETURN_DOM_FRAGMENT: true };

let cleaner = null;
/** @returns {Promise<any>} fetched when a cell first shows HTML */
function purify() {
  // @ts-ignore: it lies there in the built page alone
  return cleaner ??= import("./vendor/dompurify.mjs").then(({ default: found }) => {
    found.addHook("uponSanitizeAttribute", (node, attribute) => {
      const leads = node.nodeName.toLowerCase() === "use" && /href$/.test(attribute.attrName);
      if (leads && !attribute.attrValue.startsWith("#")) attribute.keepAttr = false;
    });
    return found;
  }).catch(() => {
    cleaner = null;
    throw new Error("A part of this page is missing, without which no HTML can be shown.");
  });
}

/** Sliders and buttons without the handlers that they have for a notebook: a browser reports each that it does not run. */
const quiet = html => html.replace(/<(?:input|button)\b[^>]*>/g, tag => tag.replace(/ on[a-z]+="[^"]*"/g, ""));

/** Put HTML into a node, in the place of what is there. Rejects where it cannot be cleaned.
 *  @param {Element} node @param {string} html */
export async function putHtml(node, html) {
  node.replaceChildren((await purify()).sanitize(quiet(html), DRAWING));
}
