/** Messages about terminals. */
export const TERMINAL_SENTENCES = {
  'terminal.gone': 'This terminal was closed.',
  'terminal.untrusted':
    'This folder carries programs of its own. Trust the project first, then open a terminal in it.',
  'terminal.noShell': '“{file}” is not the full path of a program on this computer.',
  'terminal.shellGone':
    'The shell “{file}” is not there any more. Choose another one under Settings, Terminal.',
} as const
