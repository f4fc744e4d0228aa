import { useState } from 'react'
import { EVERYBODY } from '#shared/team/member-name.ts'
import { isText, type MessageBody, type TeamMessage } from '#shared/team/message.ts'
import { toolTitle } from '../../../approvals/tool-title.ts'
import { type Text, useText } from '../../../messages/TextProvider.tsx'
import { useTimeText } from '../../../ui/base/time.ts'
import { Identity } from './members/Identity.tsx'
import { useNames } from './use-names.ts'

/** One message: when, from whom to whom, and what it is about. Words open to the whole text; signals are quieter. */
export function MessageLine({ message }: { message: TeamMessage }) {
  const t = useText()
  const named = useNames()
  const time = useTimeText()
  const [open, setOpen] = useState(false)
  const { from, to, toAll, at } = message
  const head = (
    <>
      <time className="figures w-9 shrink-0 text-right text-fg-3 text-xs">{time(at)}</time>
      <Identity name={from} />
      <span className="shrink-0 whitespace-nowrap text-fg-3">
        {isText(message)
          ? t('teams.fromTo', { from: named(from), to: named(toAll ? EVERYBODY : to) })
          : named(from)}
      </span>
    </>
  )
  if (!isText(message)) {
    return (
      <li className="flex items-center gap-2 py-1 text-sm/4">
        {head}
        <span className="min-w-0 truncate text-fg-3">{signalText(message.body, named(to), t)}</span>
      </li>
    )
  }
  const { summary, text } = message.body
  return (
    <li className="text-sm/4">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-2 rounded-sm py-1 text-left hover:bg-hover"
      >
        {head}
        <span className="min-w-0 truncate">{summary}</span>
      </button>
      {open ? <p className="whitespace-pre-wrap break-words pb-2 pl-17 text-fg-2">{text}</p> : null}
    </li>
  )
}

/** Returns the text of a signal of the app. */
function signalText(body: MessageBody, name: string, t: Text): string {
  switch (body.type) {
    case 'text':
      return body.summary
    case 'task_assignment':
    case 'task_withdrawn':
      return t(`teams.signal.${body.type}`, { id: body.card, name, subject: body.subject })
    case 'permission_request':
      if (body.tool === '') return t('teams.signal.question')
      return t('teams.signal.permission_request', { tool: toolTitle(body.tool, t) })
    case 'permission_response':
      if (body.tool === undefined) return t(body.allowed ? 'teams.signal.allowed' : 'teams.signal.refused')
      return t(body.allowed ? 'teams.signal.allowedTool' : 'teams.signal.refusedTool', {
        name,
        tool: toolTitle(body.tool, t),
      })
    case 'plan_approval_request':
      return t('teams.signal.plan_approval_request', { count: body.steps, goal: body.goal })
    case 'plan_approval_response':
      if (body.accepted) return t('teams.signal.planAccepted')
      return t('teams.signal.planRefused', { reason: body.reason })
    case 'mode_set_request':
      return t('teams.signal.mode_set_request', { name, mode: t(`shell.mode.${body.mode}`) })
    case 'team_permission_update':
      return t('teams.signal.team_permission_update', {
        tool: toolTitle(body.tool, t),
        pattern: body.pattern,
      })
    default:
      return t(`teams.signal.${body.type}`)
  }
}
