import { LEAD } from '#shared/team/member-name.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Mark, type MarkState } from '../../../../ui/controls/Mark.tsx'
import { useRoving } from '../../../../ui/hooks/roving.ts'
import { agentName } from '../../../../ui/names/agent-title.ts'
import { useAgents, useApp } from '../../agents-context.ts'
import { useTeamScene } from '../team-scene.ts'
import { Member as Who } from './Member.tsx'
import { MEMBER_KEYS, useMemberKeys } from './member-keys.ts'
import { MOOD_MARKS } from './member-state.ts'

type RosterProps = {
  /** Whose card is open below. */
  readonly picked: string | null
  readonly onPick: (name: string | null) => void
}

/** Shows the lead and the teammates with their states. One Tab stop; arrow keys move. */
export function Roster({ picked, onPick }: RosterProps) {
  const t = useText()
  const { app } = useAgents()
  const { view, moodOf, readOnly } = useTeamScene()
  const onKeyDown = useMemberKeys()
  const { team } = view
  const present = readOnly ? view.members : view.members.filter(({ state }) => state !== 'left')
  const roving = useRoving('[data-member]', 'across')
  const chat = useApp(({ sessions }) =>
    Object.values(sessions)
      .flatMap(({ rows }) => rows)
      .find(({ id }) => id === team.chatId),
  )
  const leads = chat?.state === 'running' ? 'run' : chat?.state === 'waiting' ? 'wait' : 'pause'
  return (
    <ul
      aria-label={t('teams.members')}
      onKeyDown={(event) => {
        roving(event)
        onKeyDown(event)
      }}
      className="flex flex-wrap gap-2 px-4 pt-3"
    >
      <li>
        <Seat
          name={LEAD}
          about={chat?.title ?? t('teams.thisChat')}
          mark={leads}
          focusable={picked === null}
          onClick={() => app.openSession(team.chatId, team.projectId)}
        />
      </li>
      {present.map((member) => (
        <li key={member.name}>
          <Seat
            name={member.name}
            about={agentName(member)}
            mark={MOOD_MARKS[moodOf(member)]}
            word={t(`teams.mood.${moodOf(member)}`)}
            open={picked === member.name}
            keys={MEMBER_KEYS}
            focusable={picked === member.name}
            onClick={() => onPick(picked === member.name ? null : member.name)}
          />
        </li>
      ))}
      {present.length === 0 ? (
        <li className="self-center text-fg-3 text-sm">{t('teams.noMembers')}</li>
      ) : null}
    </ul>
  )
}

type SeatProps = {
  readonly name: string
  readonly about: string
  readonly mark: MarkState
  readonly word?: string
  readonly open?: boolean
  /** Its keyboard shortcuts. */
  readonly keys?: string
  readonly focusable: boolean
  readonly onClick: () => void
}

function Seat({ name, about, mark, word, open, keys, focusable, onClick }: SeatProps) {
  return (
    <button
      type="button"
      data-member={name}
      aria-expanded={open}
      aria-keyshortcuts={keys}
      tabIndex={focusable ? 0 : -1}
      onClick={onClick}
      className="flex h-10 max-w-48 items-center gap-2 rounded-md bg-raised pr-3 pl-2 text-left text-sm/4 inset-ring inset-ring-line-strong hover:bg-select aria-expanded:inset-ring-accent-line"
    >
      <Who name={name} about={about} />
      <Mark state={mark} {...(word === undefined ? {} : { label: word })} />
    </button>
  )
}
