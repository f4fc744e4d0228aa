import { classNames } from '../../../../ui/base/class-names.ts'
import { useNames } from '../use-names.ts'
import { Identity } from './Identity.tsx'

type MemberProps = {
  readonly name: string
  /** Stands under the name where there is room for a second line. */
  readonly about?: string
}

/** Shows a teammate in a uniform way: identity, name and role. */
export function Member({ name, about }: MemberProps) {
  const named = useNames()
  return (
    <>
      <Identity name={name} size={about === undefined ? 'small' : 'm'} />
      <span className="min-w-0">
        <span className={classNames('block truncate', about !== undefined && 'font-medium')}>
          {named(name)}
        </span>
        {about === undefined ? null : <span className="block truncate text-fg-3 text-xs">{about}</span>}
      </span>
    </>
  )
}
