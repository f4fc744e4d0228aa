import type { ReactNode } from 'react'
import type { PermissionMode } from '#shared/permission/mode.ts'
import { PERMISSION_MODES } from '#shared/permission/modes.ts'
import { isText, type TeamMessage } from '#shared/team/message.ts'
import type { Member } from '#shared/team/team.ts'
import { toolTitle } from '../../../../approvals/tool-title.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { oneOf } from '../../../../ui/base/one-of.ts'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { useIntoView } from '../../../../ui/hooks/use-into-view.ts'
import { Silent } from '../../../../ui/limits/Silent.tsx'
import { WorkedClock } from '../../../../ui/limits/WorkedClock.tsx'
import { agentName } from '../../../../ui/names/agent-title.ts'
import { useAgents } from '../../agents-context.ts'
import { MessageLine } from '../MessageLine.tsx'
import { usedBy, useSpent } from '../spent.ts'
import { cardOf, useTeamScene } from '../team-scene.ts'
import { MemberButtons, type MemberButtonsProps } from './MemberButtons.tsx'

type MemberPanelProps = MemberButtonsProps & { readonly onClose: () => void }

/** One teammate: what it is at, what was said lately, what it has used, and what can be done about it. */
export function MemberPanel(props: MemberPanelProps) {
  const { member, onClose } = props
  const t = useText()
  const { view, runOf, readOnly } = useTeamScene()
  const { name, problem } = member
  const run = runOf(member)
  const card = cardOf(view, name)
  const lately = wordsWith(view.messages, name)
  const opened = useIntoView<HTMLElement>()
  const spent = useSpent()(usedBy(run === null ? [] : [run]))
  return (
    <section
      ref={opened}
      aria-label={t('teams.memberNamed', { name })}
      className="mx-4 mt-2 grid gap-2 rounded-md bg-raised px-3 py-2 text-sm/4 inset-ring inset-ring-line"
    >
      <div className="flex items-start gap-4">
        <dl className="grid min-w-0 grow grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
          <Fact name={t('teams.member.agent')}>
            {`${agentName(member)} · `}
            <Doing member={member} />
          </Fact>
          {problem === null ? null : <Fact name={t('teams.member.why')}>{problem}</Fact>}
          <Fact name={t('teams.member.card')}>
            {card === null
              ? t('teams.member.noCard')
              : `${t('teams.card.number', { id: card.id })} ${card.activeForm ?? card.subject}`}
          </Fact>
          <Fact name={t('teams.member.said')}>
            {lately.length === 0 ? (
              t('teams.member.nothingSaid')
            ) : (
              <ul aria-label={t('teams.member.said')} className="-my-1">
                {lately.map((message) => (
                  <MessageLine key={message.id} message={message} />
                ))}
              </ul>
            )}
          </Fact>
          {run === null || readOnly ? null : (
            <Fact name={t('teams.member.mode')}>
              <Mode member={member} mode={run.permissionMode} />
            </Fact>
          )}
          {run === null ? null : (
            <Fact name={t('teams.member.used')}>
              {spent === '' ? '' : `${spent} · `}
              <WorkedClock of={[run.subtree.worked]} />
            </Fact>
          )}
        </dl>
        <IconButton icon="x" size="small" label={t('ui.close')} onClick={onClose} />
      </div>
      <MemberButtons {...props} />
    </section>
  )
}

/** Messages shown in the panel. */
const LATELY = 3

/** The newest words this teammate wrote or was sent, the newest last as in the log. `messages` begin with the newest. */
function wordsWith(messages: readonly TeamMessage[], name: string): TeamMessage[] {
  return messages
    .filter((message) => isText(message) && [message.from, message.to].includes(name))
    .slice(0, LATELY)
    .toReversed()
}

type ModeProps = { readonly member: Member; readonly mode: PermissionMode }

/** Shows the permission mode; never above that of its chat. */
function Mode({ member, mode }: ModeProps) {
  const t = useText()
  const { api, app } = useAgents()
  const { team } = useTeamScene().view
  const set = (value: string) => {
    const wanted = oneOf(PERMISSION_MODES, value)
    if (wanted === null) return
    app.attempt(api.command('team.setMode', { teamId: team.id, name: member.name, mode: wanted }))
  }
  return (
    <Select
      look="pick"
      label={t('teams.member.mode')}
      value={mode}
      groups={[
        {
          title: t('teams.member.modeHint'),
          options: PERMISSION_MODES.map((each) => ({ value: each, label: t(`shell.mode.${each}`) })),
        },
      ]}
      onChange={set}
      className="-my-1 -ml-1.5"
    />
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-3">{name}</dt>
      <dd className="figures min-w-0 break-words">{children}</dd>
    </>
  )
}

/** Shows the current activity of a teammate. */
function Doing({ member }: { member: Member }) {
  const t = useText()
  const { runOf, moodOf } = useTeamScene()
  const run = runOf(member)
  const mood = moodOf(member)
  const [ask] = run?.asks ?? []
  if (mood === 'asking' && ask?.tool !== undefined)
    return t('teams.asksFor', { tool: toolTitle(ask.tool, t) })
  if (mood !== 'working' || run === null) return t(`teams.mood.${mood}`)
  const { quiet, doing } = run
  const tool = doing && { what: toolTitle(doing.tool, t), since: doing.since }
  if (quiet !== null) return <Silent quiet={quiet} doing={tool} />
  return tool?.what ?? t(`teams.mood.${mood}`)
}
