/**
 * Folders and files whose tests each get a process: they start programs, watch processes, or change the
 * environment, the current folder or a global. All other test files share threads without isolation.
 * `test/house/test-projects.test.ts` finds test files that belong here.
 */
export const PROCESS_TESTS = [
  'scripts/',
  'src/main/app/',
  'src/main/changes/',
  'src/main/chats/',
  'src/main/checkpoints/',
  'src/main/database/',
  'src/main/diagnostics/',
  'src/main/electron/',
  'src/main/exports/',
  'src/main/extensions/',
  'src/main/git/',
  'src/main/instructions/',
  'src/main/knowledge/',
  'src/main/lib/',
  'src/main/log/',
  'src/main/memory/',
  'src/main/models/completions/openai-completions.test.ts',
  'src/main/processes/',
  'src/main/projects/',
  'src/main/search/',
  'src/main/tools/apart/',
  'src/main/tools/bash/',
  'src/main/tools/files/',
  'src/main/tools/search/',
  'src/main/turn-setup/',
  'src/main/usage/',
  'src/main/vault/',
  'src/main/vectors/',
  'src/renderer/ui/base/keep-schemas-uncompiled.test.ts',
  'src/main/workflows/chat/',
  'src/main/workflows/host/',
  'test/integration/',
  'test/migrations/',
] as const

/** The same list as patterns for vitest. */
export const PROCESS_PATTERNS = PROCESS_TESTS.map((path) =>
  path.endsWith('/') ? `${path}**/*.test.{ts,tsx,mjs}` : path,
)
