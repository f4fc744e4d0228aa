import { useState } from 'react'
import { useStore } from 'zustand'
import type { ProjectId } from '#shared/ids.ts'
import type { SpendLimits, SpendStanding, UsageDays, UsageReport } from '#shared/usage/usage-report.ts'
import { useBoth, useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { SettingsProps } from '../settings-props.ts'

type Span = { readonly days: UsageDays; readonly projectId: ProjectId | null | undefined }

/** The data and actions of the usage page. */
export type Usage = Span & {
  readonly report: UsageReport | null
  readonly state: SpendStanding | null
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
  const projects = useStore(app.store, (state) => state.projects)
  const sessions = useStore(app.store, (state) => state.sessions)
  const first = useStore(app.store, (state) => state.usageProject)
  const [span, setSpan] = useState<Span>({ days: 30, projectId: first ?? undefined })
  // Chats outside all projects have the limits over everything.
  const limited = span.projectId == null ? {} : { projectId: span.projectId }
  const report = useQuery('usage.report', periodOf(span), { keep: true, reasons: [sessions] })
  const state = useQuery('usage.state', limited, { keep: true, reasons: [sessions] })
  const asked = useBoth(report, state)
  const exportCsv = async () => {
    const saved = await api.command('usage.export', periodOf(span))
    if (saved !== null)
      toast({ mark: 'done', seconds: 6, text: t('usage.exported', { name: saved.fileName }) })
  }
  return {
    ...span,
    report: asked.data?.[0] ?? null,
    state: asked.data?.[1] ?? null,
    problem: asked.problem,
    projects,
    ask: asked.reload,
    show: (days, projectId) => setSpan({ days, projectId }),
    exportCsv: () => app.attempt(exportCsv()),
    save: (limits) =>
      app.attempt(api.command('usage.setLimits', { ...limits, ...limited }).then(asked.reload)),
  }
}

const periodOf = ({ days, projectId }: Span) => ({ days, ...(projectId === undefined ? {} : { projectId }) })
