import { lazy, Suspense } from 'react'
import type { LimitLinesFormProps } from './LimitLinesForm.tsx'

const LimitLinesForm = lazy(async () => ({
  default: (await import('./LimitLinesForm.tsx')).LimitLinesForm,
}))

/** The form in which lines are drawn. It checks what is typed with a schema, and no first page waits for those. */
export function LimitsForm(props: LimitLinesFormProps) {
  return (
    <Suspense fallback={null}>
      <LimitLinesForm {...props} />
    </Suspense>
  )
}
