import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files that take long for their size, longest first in each suite. In a fresh clone Vitest knows sizes only and
 * would begin these last, so that one worker ends long after the others. Look at the ten slowest files of a part.
 */
export const LONG_FILES: readonly string[] = [
  'src/main/workflows/host/hostile-scripts.test.ts',
  'src/main/processes/start-keeper.test.ts',
  'src/main/pulls/watches.test.ts',
  'src/main/git/start-git.test.ts',
  'src/main/checkpoints/checkpoints-chaos.test.ts',
  'src/main/tools/bash/left-behind.test.ts',
  'src/main/workflows/engine/crash.test.ts',
  'test/integration/sandbox-escapes.test.ts',
  'test/integration/sandbox-everyday.test.ts',
  'test/integration/command-line.test.ts',
  'test/integration/workflow-time.test.ts',
  'test/integration/command-line-lists.test.ts',
  'test/integration/background-programs.test.ts',
  'test/integration/mcp-conformance.test.ts',
  'test/integration/side-queries.test.ts',
  'test/integration/foreign-workflows.test.ts',
  'test/integration/hand-off-matrix.test.ts',
  'test/integration/harness-lab.test.ts',
  'test/looks/agent.look.ts',
  'test/looks/workflow.look.ts',
  'test/looks/settings.look.ts',
  'test/looks/chat-panel.look.ts',
  'test/looks/place.look.ts',
  'test/looks/chat.look.ts',
  'test/e2e/first-run.e2e.ts',
  'test/e2e/changes.e2e.ts',
  'test/e2e/processes.e2e.ts',
  'test/e2e/commit-push-pr.e2e.ts',
  'test/e2e/chinese.e2e.ts',
  'test/e2e/floods.e2e.ts',
  'test/e2e/hostile-content.e2e.ts',
  'test/e2e/sandbox-missing.e2e.ts',
  'test/e2e/attempts.e2e.ts',
  'test/e2e/autofix.e2e.ts',
  'test/e2e/workflow-panes.e2e.ts',
  'test/e2e/leak.e2e.ts',
]

/** Begins the files of each project that are known to take long, then all others in the order of Vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG_FILES.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'))
      return at === -1 ? LONG_FILES.length : at
    }
    // Workers are made anew between projects, so each stays in one piece.
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    const place = ({ project }: TestSpecification): number => projects.indexOf(project.name)
    return sorted.toSorted((a, b) => place(a) - place(b) || rank(a) - rank(b))
  }
}
