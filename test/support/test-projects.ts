/**
 * Folders and files whose tests run in processes: they start programs, watch processes or open native modules.
 * Test files share three processes without isolation, because reading the app again for each file took half of their
 * time. All other test files share threads. `test/house/test-projects.test.ts` finds test files that belong here.
 */
export const PROCESS_TESTS = [
  'scripts/',
  'src/main/app/',
  'src/main/changes/',
  'src/main/chats/',
  'src/main/config/project-config.test.ts',
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
  'src/main/processes/',
  'src/main/projects/',
  'src/main/pulls/',
  'src/main/sandbox/',
  'src/main/search/',
  'src/main/terminals/',
  'src/main/tools/apart/',
  'src/main/tools/bash/',
  'src/main/tools/files/',
  'src/main/tools/search/',
  'src/main/turn-setup/',
  'src/main/usage/',
  'src/main/vault/',
  'src/main/vectors/',
  'src/main/workflows/chat/',
  'src/main/workflows/host/',
  'src/main/worktrees/',
  'src/main/attempts/',
  'test/integration/',
  'test/migrations/',
] as const

/**
 * Those of them that start many programs. They run after the others, in processes of their own, three at once because they
 * mostly wait. A process that has run hundreds of test files is large, and starting a program from it takes four times as long.
 */
const PROGRAM_TESTS = [
  'src/main/checkpoints/',
  'src/main/git/',
  'src/main/processes/',
  'src/main/pulls/',
  'src/main/sandbox/',
  'src/main/tools/apart/',
  'src/main/tools/bash/',
  'src/main/tools/jobs/',
  'src/main/workflows/host/',
  'test/integration/background-',
  'test/integration/command',
  'test/integration/mcp-',
  'test/integration/sandbox',
  'test/integration/workflow-commands',
  'test/integration/workflow-time',
] as const

/**
 * Test files that each get a process: they change the environment or a global, or need a module that is read for the
 * first time. `test/house/test-projects.test.ts` finds those that belong here.
 */
export const OWN_PROCESS_TESTS = [
  'scripts/doctor/command-sandbox.test.mjs',
  'src/main/models/completions/openai-completions.test.ts',
  'src/renderer/ui/base/keep-schemas-uncompiled.test.ts',
  'test/integration/catalogue-start.test.ts',
  'test/integration/chosen-models.test.ts',
  'test/integration/local-models.test.ts',
  'test/integration/ollama-loads.test.ts',
  'test/integration/sandbox-grants.test.ts',
  'test/integration/sandbox-missing.test.ts',
  'test/integration/web-tools.test.ts',
] as const

/** The list of process tests as patterns for vitest. */
export const PROCESS_PATTERNS = PROCESS_TESTS.map(pattern)
/** The list of tests that start many programs as patterns for vitest. */
export const PROGRAM_PATTERNS = PROGRAM_TESTS.map(pattern)

function pattern(path: string): string {
  if (/\.test\.\w+$/.test(path)) return path
  return path.endsWith('/') ? `${path}**/*.test.{ts,tsx,mjs}` : `${path}*.test.ts`
}
