/** The elements that can have labels (HTML, 4.10.2). */
const labelable = 'button, input:not([type="hidden"]), meter, output, progress, select, textarea';

/**
 * Replaces `control` of labels and `labels` of controls by versions that use the index of ids.
 * jsdom walks the document for each label, and does so at every node when it is asked for the
 * labels of one field: finding a field in a form of fifteen took a third of a second.
 */
export function indexLabels(): void {
  Object.defineProperty(HTMLLabelElement.prototype, 'control', {
    configurable: true,
    get(this: HTMLLabelElement): Element | null {
      const id = this.getAttribute('for');
      if (id === null) return this.querySelector(labelable);
      const control = id && document.getElementById(id);
      return control && control.matches(labelable) ? control : null;
    },
  });
  for (const { prototype } of [
    HTMLButtonElement,
    HTMLInputElement,
    HTMLMeterElement,
    HTMLOutputElement,
    HTMLProgressElement,
    HTMLSelectElement,
    HTMLTextAreaElement,
  ]) {
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: HTMLElement): HTMLLabelElement[] | null {
        if (!this.matches(labelable)) return null;
        const all = document.getElementsByTagName('label');
        return [...all].filter(({ control }) => control === this);
      },
    });
  }
}
