import { ForeignText } from '../../../ui/text/ForeignText.tsx'

/** Shows facts one a line, without unknown ones. */
export function Facts({ facts }: { facts: readonly (readonly [string, string | null])[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {facts.map(([name, value]) =>
        value === null || value === '' ? null : (
          <div key={name} className="contents">
            <dt className="text-fg-3">{name}</dt>
            <dd className="break-words">
              <ForeignText text={value} lines prose />
            </dd>
          </div>
        ),
      )}
    </dl>
  )
}
