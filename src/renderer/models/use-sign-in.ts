import { useEffect, useRef, useState } from 'react'
import type { SIGN_IN_PROVIDERS } from '#shared/model/known-providers.ts'
import { problemOf } from '../api.ts'
import type { Data } from '../data/data.ts'
import type { AppStore } from '../store/app-store.ts'

type Props = { readonly api: Data; readonly app: AppStore }

export type SignIn = ReturnType<typeof useSignIn>

/** A sign-in of a provider in the browser. `onDone` is called once the vault has what it gave. Leaving cancels it. */
export function useSignIn({ api, app }: Props, onDone: () => Promise<unknown>) {
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isWaiting = useRef(false)
  const ended = (told: string | null) => {
    isWaiting.current = false
    setRunning(false)
    setProblem(told)
  }
  const start = async (provider: (typeof SIGN_IN_PROVIDERS)[number]) => {
    isWaiting.current = true
    setRunning(true)
    setProblem(null)
    try {
      await api.command('model.signIn', { provider })
    } catch (error) {
      // After a cancellation there is nothing to say.
      if (isWaiting.current) ended(problemOf(error).message)
      return
    }
    ended(null)
    await app.loadVault()
    await onDone()
  }
  const cancel = async () => {
    ended(null)
    await api.command('model.cancelSignIn', {})
  }
  useEffect(
    () => () => {
      if (isWaiting.current) app.attempt(api.command('model.cancelSignIn', {}))
    },
    [api, app],
  )
  return { isRunning, problem, start, cancel }
}
