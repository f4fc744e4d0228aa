import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useNoticeWords } from '../../messages/TextProvider.tsx'
import type { Notice } from '../../store/app-state.ts'
import type { AppStore } from '../../store/app-store.ts'
import type { MarkState } from '../../ui/controls/Mark.tsx'
import type { ToastNotice } from '../../ui/panes/Toast.tsx'
import { ToastRegion } from './ToastRegion.tsx'
import type { Toasts } from './toasts.ts'

const MARKS: Readonly<Record<Notice['level'], MarkState>> = {
  info: 'done',
  warn: 'wait',
  error: 'fail',
  paused: 'limit',
}

/** Shows the notices of main and of this window together. */
export function Notices({ app, toasts }: { app: AppStore; toasts: Toasts }) {
  const said = useStore(app.store, (state) => state.notices)
  const own = useStore(toasts.store, (state) => state.list)
  const words = useNoticeWords()
  const notices = useMemo(
    () => [...said.map((notice) => toastOf(notice, words(notice.text, notice.said))), ...own],
    [said, own, words],
  )
  const dismiss = useMemo(
    () => (id: string) => {
      if (id.startsWith('notice-')) app.dismiss(Number(id.slice('notice-'.length)))
      else toasts.dismiss(id)
    },
    [app, toasts],
  )
  return <ToastRegion notices={notices} onDismiss={dismiss} />
}

function toastOf({ id, level }: Notice, text: string): ToastNotice {
  return { id: `notice-${id}`, mark: MARKS[level], text, seconds: level === 'error' ? 20 : 10 }
}
