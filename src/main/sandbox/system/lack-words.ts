import type { SandboxLack } from '#shared/sandbox/sandbox.ts'

/** Returns a sentence about missing sandbox support, for models and logs. */
export function lackWords(lack: SandboxLack): string {
  return WORDS[lack]
}

const WORDS: Readonly<Record<SandboxLack, string>> = {
  no_bubblewrap: 'bubblewrap is not installed.',
  no_namespaces: 'This system does not let programs create user namespaces.',
  no_filter: 'This system cannot filter system calls.',
  no_seatbelt: 'sandbox-exec does not work on this system.',
  windows: 'Orrery has no sandbox on Windows.',
  system: 'Orrery has no sandbox on this system.',
}
