import { isSameName } from '#shared/team/member-name.ts'
import { classNames } from '../../../../ui/base/class-names.ts'
import { useTeamScene } from '../team-scene.ts'
import { useNames } from '../use-names.ts'

const COLOURS = ['bg-data-1', 'bg-data-2', 'bg-data-3', 'bg-data-4', 'bg-data-5'] as const

type IdentityProps = { readonly name: string; readonly size?: 'small' | 'm' }

/** Shows a teammate's initial on its own colour. The name is next to it. */
export function Identity({ name, size = 'small' }: IdentityProps) {
  const { members } = useTeamScene().view
  const named = useNames()
  const at = members.findIndex((member) => isSameName(member.name, name))
  const [letter = ''] = named(name)
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center font-semibold text-on-data',
        size === 'm' ? 'size-6 rounded-md text-xs' : 'size-4 rounded-sm text-2xs',
        at < 0 ? 'bg-data-6' : COLOURS[at % COLOURS.length],
      )}
    >
      {letter.toLocaleUpperCase()}
    </span>
  )
}
