/*
 * A browser's translation removes text nodes from the page and inserts FONT elements with other
 * texts in their place. React keeps references to the text nodes: it would write new texts into
 * nodes that are no longer shown, and throw if it removes one or inserts something before one
 * (https://github.com/facebook/react/issues/11538). This module restores a text node just before
 * React touches it. The translation then sees a new text and translates it again.
 */

/** The element that a translation inserted in place of a text node. */
const standIns = new WeakMap<Text, Element>();
/** The text nodes that an element replaced, in their order. */
const replacedBy = new WeakMap<Element, Text[]>();

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;
const isStandIn = (node: Node | null): node is Element => node?.nodeName === 'FONT';

/**
 * Records which texts were replaced. A translation replaces a text in one step, or in two: it
 * inserts an element beside the text, then removes the text.
 */
function readReplaced(changes: readonly MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
    const texts = [...removedNodes].filter(isText).filter((text) => !text.parentNode);
    if (texts.length === 0) continue;
    const beside = [...addedNodes, previousSibling, nextSibling].filter(isStandIn);
    // The elements of neighbouring texts may be beside it, too. One element may also replace
    // several texts.
    const standIn = beside.find((element) => !replacedBy.has(element)) ?? beside[0];
    if (!standIn) continue;
    for (const text of texts) standIns.set(text, standIn);
    replacedBy.set(standIn, [...(replacedBy.get(standIn) ?? []), ...texts]);
  }
}

/**
 * Restores translated text nodes before React changes them. Call it once, before the first render.
 * Call the returned function to stop. Nodes that another script moved or removed cause no error
 * either.
 */
export function keepTranslatedTexts(): () => void {
  const observer = new MutationObserver(readReplaced);
  observer.observe(document, { childList: true, subtree: true });

  const putBack = (node: Node | null): void => {
    if (!node || node.parentNode || !isText(node)) return;
    readReplaced(observer.takeRecords());
    const standIn = standIns.get(node);
    if (standIn?.parentNode) standIn.replaceWith(...(replacedBy.get(standIn) ?? []));
    standIns.delete(node);
  };

  // eslint-disable-next-line @typescript-eslint/unbound-method -- Always called with an element as `this`.
  const { appendChild, insertBefore, removeChild } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!;

  Node.prototype.appendChild = function <T extends Node>(node: T): T {
    putBack(node);
    return appendChild.call(this, node) as T;
  };
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    putBack(node);
    putBack(before);
    return insertBefore.call(this, node, before?.parentNode === this ? before : null) as T;
  };
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    putBack(child);
    if (child.parentNode !== this) return child;
    if (!isText(child)) return removeChild.call(this, child) as T;
    readReplaced(observer.takeRecords());
    removeChild.call(this, child);
    // Our own removal is not a translation.
    observer.takeRecords();
    return child;
  };
  Object.defineProperty(Text.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Text, value: string) {
      putBack(this);
      nodeValue.set?.call(this, value);
    },
  });

  return () => {
    observer.disconnect();
    Object.assign(Node.prototype, { appendChild, insertBefore, removeChild });
    Reflect.deleteProperty(Text.prototype, 'nodeValue');
  };
}
