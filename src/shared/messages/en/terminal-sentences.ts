/** Messages about terminals. */
export const TERMINAL_SENTENCES = {
  'terminal.gone': 'This terminal was closed.',
  'terminal.untrusted':
    'This folder carries programs of its own. Trust the project first, then open a terminal in it.',
} as const
