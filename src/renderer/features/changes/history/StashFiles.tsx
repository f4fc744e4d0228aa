import type { ChangedFile } from '#shared/changes/changes.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'

type StashFilesProps = {
  readonly files: readonly ChangedFile[]
  /** Paths that are not put away. */
  readonly left: ReadonlySet<string>
  readonly onLeft: (left: ReadonlySet<string>) => void
}

/** Chooses the files whose changes are put away. */
export function StashFiles({ files, left, onLeft }: StashFilesProps) {
  const t = useText()
  const choose = (path: string, isChosen: boolean) =>
    onLeft(new Set(isChosen ? [...left].filter((each) => each !== path) : [...left, path]))
  return (
    <ul
      aria-label={t('changes.stashFiles')}
      className="max-h-48 overflow-auto rounded-md border border-line px-3 py-1"
    >
      {files.map(({ path }) => (
        <li key={path} className="flex items-center gap-2 text-sm">
          <Checkbox
            label={t('changes.stashFile', { path })}
            hidesLabel
            checked={!left.has(path)}
            onChange={(isChosen) => choose(path, isChosen)}
          />
          <span className="plain-code min-w-0 truncate">
            <ForeignText text={path} />
          </span>
        </li>
      ))}
    </ul>
  )
}
