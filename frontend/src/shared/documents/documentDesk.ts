import { createContext, useContext } from 'react';

export interface ListedDocument {
  /** The document's path in the API. */
  path: string;
  title: string;
}

export interface DocumentDesk {
  /** The path of the document that is shown. */
  shown: string | undefined;
  /** The path of the document that is being opened. */
  opening: string | undefined;
  /**
   * Shows the document, or closes it if it is shown. The button gets the focus back when the
   * document is closed.
   */
  open: (document: ListedDocument, button: HTMLElement) => void;
}

const DeskContext = createContext<DocumentDesk | undefined>(undefined);

/** Lets the document buttons of a page share one viewer, in place of one each. */
export const DocumentDeskProvider = DeskContext.Provider;

export const useDocumentDesk = (): DocumentDesk | undefined => useContext(DeskContext);
