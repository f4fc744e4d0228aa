import type { Step, StepStatus } from '#shared/plan/plan.ts'

const STATES: ReadonlySet<string> = new Set<StepStatus>([
  'pending',
  'running',
  'completed',
  'failed',
  'skipped',
])

/** The steps a call of the tool `plan` has listed. What a model wrote is shown as far as it can be. */
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
