/** The ways in which translations remove a text from the page. */
export type Manner = 'at once' | 'in two steps' | 'with its neighbours';

const isLeft = (text: Text) => !text.data.trim() || text.parentElement?.closest('font, style');

/** Returns the text nodes, grouped by adjacency. */
function groupsIn(root: Node): Text[][] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const groups: Text[][] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (isLeft(text)) continue;
    const last = groups.at(-1);
    if (last && last.at(-1) === text.previousSibling) last.push(text);
    else groups.push([text]);
  }
  return groups;
}

function replace(texts: readonly Text[], manner: Manner, translate: (text: string) => string) {
  const [first] = texts;
  if (!first?.parentNode) return;
  const standIn = document.createElement('font');
  const inner = standIn.appendChild(document.createElement('font'));
  inner.append(translate(texts.map(({ data }) => data).join('')));
  if (manner === 'at once') return first.replaceWith(standIn);
  first.before(standIn);
  texts.forEach((text) => text.remove());
}

/**
 * Simulates a browser's translation: replaces each text by two nested FONT elements, now and when
 * texts are added. Call the returned function to stop.
 */
export function translatePage(
  manner: Manner = 'at once',
  translate: (text: string) => string = (text) => text,
): () => void {
  const all = (root: Node) => {
    const groups = groupsIn(root);
    const alone = manner === 'with its neighbours' ? groups : groups.flat().map((text) => [text]);
    alone.forEach((texts) => replace(texts, manner, translate));
  };
  all(document.body);
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const node of addedNodes) {
        if (node.isConnected) all(node.nodeType === Node.TEXT_NODE ? target : node);
      }
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
