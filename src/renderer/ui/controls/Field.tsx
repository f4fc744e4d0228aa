import { type ReactNode, useId } from 'react'
import { Mark } from './Mark.tsx'

/** Attributes that link a control to the label, hint and error of its field. */
export type FieldIds = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

type FieldProps = {
  readonly label: string
  readonly hint?: ReactNode
  /** Why the value cannot be used, with what to do about it. */
  readonly error?: ReactNode
  readonly children: (ids: FieldIds) => ReactNode
}

/** A label above a control, with a hint or an error under it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const note = `${id}-note`
  const bad = error !== undefined && error !== null && error !== ''
  const noted = bad || (hint !== undefined && hint !== null)
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label htmlFor={id} className="font-medium text-fg-2 text-sm">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': noted ? note : undefined,
        'aria-invalid': bad ? true : undefined,
      })}
      {bad ? (
        <FieldError id={note}>{error}</FieldError>
      ) : noted ? (
        <p id={note} className="text-fg-3 text-xs">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

/** An error at the place where it can be put right. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-1 text-bad-fg text-xs">
      <Mark state="fail" className="-mx-0.5" />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  )
}
