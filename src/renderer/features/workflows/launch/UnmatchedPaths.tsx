import type { UnmatchedPath } from '#shared/project/unmatched-path.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'

type UnmatchedPathsProps = {
  readonly paths: readonly UnmatchedPath[]
  readonly text: string
  readonly onText: (text: string) => void
}

/** Maximum paths named; with more the cause is obvious. */
const NAMED = 3

/** Shows before the start which paths match no file, with suggestions. */
export function UnmatchedPaths({ paths, text, onText }: UnmatchedPathsProps) {
  const t = useText()
  const put = (path: string, nearest: string) =>
    onText(
      text
        .split('\n')
        .map((line) => (line.trim() === path ? nearest : line))
        .join('\n'),
    )
  return (
    <span role="status" className="grid gap-0.5 text-warn-fg">
      {paths.slice(0, NAMED).map(({ path, nearest }) => (
        <span key={path} className="flex items-start gap-1">
          <Icon name="alert" size="xs" className="mt-0.5 shrink-0 text-warn" />
          <span className="min-w-0 break-words">
            {t('workflows.launch.unmatched', { path })}{' '}
            {nearest === null ? null : (
              <button
                type="button"
                className="rounded-sm underline underline-offset-2"
                onClick={() => put(path, nearest)}
              >
                {t('workflows.launch.meant', { path: nearest })}
              </button>
            )}
          </span>
        </span>
      ))}
    </span>
  )
}
