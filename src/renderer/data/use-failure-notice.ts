import { useEffect } from 'react'
import type { Query } from './use-query.ts'

type Notifier = { readonly notify: (level: 'error', text: string) => void }

/** Shows a notice when a query fails, for answers without a place of their own on the screen. */
export function useFailureNotice({ notify }: Notifier, { problem }: Pick<Query<unknown>, 'problem'>): void {
  useEffect(() => {
    if (problem !== null) notify('error', problem)
  }, [notify, problem])
}
