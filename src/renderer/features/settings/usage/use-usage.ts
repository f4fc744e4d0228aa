import { useCallback, useState } from 'react'
import { useStore } from 'zustand'
import type { ProjectId } from '#shared/ids.ts'
import type { SpendLimits, SpendState, UsageDays, UsageReport } from '#shared/usage/usage-report.ts'
import { problemOf } from '../../../api.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { useAsked } from '../../../ui/hooks/asked.ts'
import type { SettingsProps } from '../settings-props.ts'

type Span = { readonly days: UsageDays; readonly projectId: ProjectId | null | undefined }

/** What the usage page shows, and what can be done there. */
export type Usage = Span & {
  readonly report: UsageReport | null
  readonly state: SpendState | null
  readonly problem: string | null
  readonly projects: readonly { readonly id: ProjectId; readonly name: string }[]
  readonly ask: () => void
  readonly show: (days: UsageDays, projectId: ProjectId | null | undefined) => void
  readonly exportCsv: () => void
  readonly save: (limits: SpendLimits) => void
}

/** Asks for the figures, and again whenever a chat has changed. */
export function useUsage({ api, app, toast }: SettingsProps): Usage {
  const t = useText()
  const say = useProblemWords()
  const projects = useStore(app.store, (state) => state.projects)
  const sessions = useStore(app.store, (state) => state.sessions)
  const [span, setSpan] = useState<Span>({ days: 30, projectId: undefined })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed list of chats means new figures
  const ask = useCallback(async () => {
    const period = periodOf(span)
    const [report, state] = await Promise.all([api.call('usage.report', period), api.call('usage.state', {})])
    return { report, state }
  }, [api, span, sessions])
  const asked = useAsked(ask, (error) => say(problemOf(error)))
  const exportCsv = async () => {
    const saved = await api.call('usage.export', periodOf(span))
    if (saved !== null)
      toast({ mark: 'done', seconds: 6, text: t('usage.exported', { name: saved.fileName }) })
  }
  return {
    ...span,
    report: asked.data?.report ?? null,
    state: asked.data?.state ?? null,
    problem: asked.problem,
    projects,
    ask: asked.ask,
    show: (days, projectId) => setSpan({ days, projectId }),
    exportCsv: () => app.attempt(exportCsv()),
    save: (limits) => app.attempt(api.call('usage.setLimits', { ...limits }).then(asked.ask)),
  }
}

const periodOf = ({ days, projectId }: Span) => ({ days, ...(projectId === undefined ? {} : { projectId }) })
