/** A request of a program in a terminal that only the person may allow. */
export type TerminalAsk =
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'clipboard'; readonly text: string }

/**
 * Returns the question to show. A link, which the person has clicked, takes the place of an open question. A program
 * cannot exchange the question that the person is about to answer.
 */
export const askAfter = (open: TerminalAsk | null, next: TerminalAsk): TerminalAsk =>
  next.kind === 'link' ? next : (open ?? next)
