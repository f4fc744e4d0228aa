import { type CallCase, EDIT, PATH, READ } from './call-case.ts'
import type { Move } from './emission.ts'
import { FORM_SLIPS, PATH_SLIPS } from './form-slips.ts'
import { createRandom } from './random.ts'

/** Calls that are right as they are. Slips are laid over them. */
const RIGHT: readonly Move[] = [
  READ,
  { tool: 'read', args: { path: 'docs/plan.md', offset: 2, limit: 2 } },
  EDIT,
  {
    tool: 'edit',
    args: {
      path: PATH,
      old_text: '  retries: 3,\n  timeout: 1_000,',
      new_text: "  retries: 5,\n  name: 'shop',\n  timeout: 2_000,",
      replace_all: false,
    },
  },
  { tool: 'write', args: { path: 'docs/new.md', content: '# New\n\nIt says "hello".\n' } },
  { tool: 'list', args: { path: 'docs' } },
  { tool: 'glob', args: { pattern: '**/*.md' } },
  { tool: 'grep', args: { pattern: 'retries', path: 'src', context: 1 } },
  { tool: 'grep', args: { pattern: '^# ', include: '*.md', output: 'files' } },
  { tool: 'bash', args: { command: 'echo "one  two" && ls docs' } },
  {
    tool: 'plan',
    args: {
      goal: 'Ship it',
      steps: [
        { title: 'Measure', status: 'running' },
        { title: 'Ship', status: 'pending' },
      ],
    },
  },
  { tool: 'ask', args: { prompt: 'Which colour?', choices: ['red', 'blue'] } },
]

/** Builds every slip of form and path over every right call on which it has an effect. */
export function generatedCalls(): CallCase[] {
  return RIGHT.flatMap((move) =>
    [...FORM_SLIPS, ...PATH_SLIPS].flatMap((slip): CallCase[] => {
      const call = slip.apply(move, createRandom(`${JSON.stringify(move)} ${slip.name}`))
      if (call === null || isForNewFile(move, slip.name)) return []
      const before = move.tool === 'edit' ? [READ] : []
      const name = `${slip.name} · ${move.tool}`
      return [{ name, before, sent: { calls: [call] }, meant: [move], hint: slip.named(move) }]
    }),
  )
}

/** A path that differs only in its letters' case may well be meant where there is nothing yet. */
function isForNewFile({ tool }: Move, slip: string): boolean {
  return tool === 'write' && slip === 'path: another case'
}
