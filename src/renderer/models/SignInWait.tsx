import type { ReactNode } from 'react'
import { useText } from '../messages/TextProvider.tsx'
import type { AppStore } from '../store/app-store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FieldError } from '../ui/controls/Field.tsx'
import { Mark } from '../ui/controls/Mark.tsx'
import type { SignIn } from './use-sign-in.ts'

type SignInWaitProps = {
  readonly app: AppStore
  readonly signIn: Pick<SignIn, 'isRunning' | 'problem' | 'cancel'>
  /** The words while the browser is waited for. */
  readonly running: string
  /** The control that begins the sign-in. */
  readonly children: ReactNode
}

/** The control of a sign-in, or its progress while the browser is waited for, and what went wrong. */
export function SignInWait({ app, signIn, running, children }: SignInWaitProps) {
  const t = useText()
  return (
    <>
      {signIn.isRunning ? (
        <div className="flex items-center gap-2 text-sm" role="status">
          <Mark state="run" />
          <span className="min-w-0 grow">{running}</span>
          <Button size="small" onClick={() => app.attempt(signIn.cancel())}>
            {t('connect.signInCancel')}
          </Button>
        </div>
      ) : (
        children
      )}
      {signIn.problem === null ? null : <FieldError>{signIn.problem}</FieldError>}
    </>
  )
}
