import { useText } from '../messages/TextProvider.tsx'
import type { Place, Surface } from '../store/app-state.ts'
import { classNames } from '../ui/base/class-names.ts'
import { Icon } from '../ui/base/Icon.tsx'
import type { IconName } from '../ui/base/icon-shapes.tsx'
import { Mark, type MarkState } from '../ui/controls/Mark.tsx'
import { Tooltip } from '../ui/controls/Tooltip.tsx'
import { useRoving } from '../ui/hooks/roving.ts'
import { DrawnText } from '../ui/text/DrawnText.tsx'
import { SURFACES } from './surface.ts'

type RailProps = {
  readonly surface: Surface
  readonly onSurface: (surface: Place) => void
  /** Pending approvals by the surface that shows them. */
  readonly waiting: Readonly<Partial<Record<Place, number>>>
  readonly running: Readonly<Partial<Record<Place, number>>>
  /** News on a surface, as a shape and in words. */
  readonly news: Readonly<Partial<Record<Place, RailBadge | null>>>
}

export type RailBadge = { readonly mark: MarkState; readonly words: string }

/** The six places of the app. One Tab stop; arrows move, Ctrl and a digit jump. */
export function Rail({ surface, onSurface, waiting, running, news }: RailProps) {
  const t = useText()
  const roving = useRoving('button')
  return (
    <nav
      aria-label={t('shell.main')}
      data-pane
      onKeyDown={roving}
      className="flex flex-col items-center gap-1 border-line border-r py-2"
    >
      {SURFACES.map((each, index) => (
        <RailButton
          key={each}
          surface={each}
          digit={index + 1}
          current={each === placeOf(surface)}
          waiting={waiting[each] ?? 0}
          running={running[each] ?? 0}
          news={news[each] ?? null}
          onClick={() => onSurface(each)}
        />
      ))}
    </nav>
  )
}

/** Returns the place from which a screen is reached. */
function placeOf(surface: Surface): Place {
  if (surface === 'changes' || surface === 'files' || surface === 'worktrees' || surface === 'attempts')
    return 'chat'
  return surface === 'triggers' ? 'workflows' : surface
}

const ICONS: Readonly<Record<Place, IconName>> = {
  chat: 'chat',
  workflows: 'workflows',
  agents: 'agents',
  memory: 'memory',
  vault: 'vault',
  settings: 'settings',
}

type RailButtonProps = {
  readonly surface: Place
  readonly digit: number
  readonly current: boolean
  readonly waiting: number
  readonly running: number
  readonly news: RailBadge | null
  readonly onClick: () => void
}

function RailButton({ surface, digit, current, waiting, running, news, onClick }: RailButtonProps) {
  const t = useText()
  const name = t(`shell.${surface}`)
  const description =
    waiting > 0
      ? t('shell.waitingHint', { count: waiting })
      : (news?.words ?? (running > 0 ? t('shell.runningHint', { count: running }) : undefined))
  return (
    <Tooltip text={name} side="right" keys={['Mod', String(digit)]}>
      <button
        type="button"
        aria-label={name}
        aria-description={description}
        aria-current={current ? 'page' : undefined}
        aria-keyshortcuts={`Control+${digit}`}
        tabIndex={current ? 0 : -1}
        onClick={onClick}
        className={classNames(
          'relative grid size-9 place-items-center rounded-lg text-fg-3 hover:bg-hover hover:text-fg-2',
          "aria-[current]:bg-select aria-[current]:text-fg before:absolute before:inset-y-2 before:-left-1.5 before:w-0.5 before:rounded-full before:content-['']",
          current && 'before:bg-accent',
          surface === 'settings' && 'mt-auto',
        )}
      >
        <Icon name={ICONS[surface]} size="rail" />
        {waiting > 0 ? (
          <DrawnText
            text={String(waiting)}
            className="absolute top-0 right-0 h-4 min-w-4 rounded-full bg-warn-fg px-1 text-center font-bold text-2xs/4 text-on-warn ring-2 ring-chrome"
          />
        ) : news !== null ? (
          <span className="absolute top-0 right-0 grid size-4 place-items-center rounded-full bg-chrome">
            <Mark state={news.mark} className="size-3.5" label={news.words} />
          </span>
        ) : running > 0 ? (
          <span className="absolute top-[5px] right-[5px] size-[7px] rounded-full bg-accent ring-2 ring-chrome" />
        ) : null}
      </button>
    </Tooltip>
  )
}
