import type { Step, StepStatus } from '#shared/plan/plan.ts'

const STATES: ReadonlySet<string> = new Set<StepStatus>([
  'pending',
  'running',
  'completed',
  'failed',
  'skipped',
])

/** Returns the steps listed by a call of the tool `plan`. Invalid input is shown as far as possible. */
export function stepsOfCall(args: unknown): readonly Pick<Step, 'title' | 'status'>[] {
  const steps = valueAt(args, 'steps')
  if (!Array.isArray(steps)) return []
  return steps.flatMap((step: unknown) => {
    const [title, status] = [valueAt(step, 'title'), valueAt(step, 'status')]
    if (typeof title !== 'string' || !isStatus(status)) return []
    return [{ title, status }]
  })
}

function valueAt(from: unknown, key: string): unknown {
  return typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined
}

function isStatus(value: unknown): value is StepStatus {
  return typeof value === 'string' && STATES.has(value)
}
