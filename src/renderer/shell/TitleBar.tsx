import { useText } from '../messages/TextProvider.tsx'
import { Icon } from '../ui/base/Icon.tsx'
import { SlotPlace, useSlotFilled } from '../ui/base/Slot.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Kbd } from '../ui/controls/Kbd.tsx'
import { Mark } from '../ui/controls/Mark.tsx'
import { ForeignText } from '../ui/text/ForeignText.tsx'
import { Logo } from './Logo.tsx'
import styles from './title-bar.module.css'

type TitleBarProps = {
  /** The current location, outermost first. */
  readonly crumbs: readonly string[]
  /** Number of pending approvals. */
  readonly waiting: number
  readonly onWaiting: () => void
  readonly onSearch: () => void
  readonly commandKey: string
}

/** The top of the window. Its empty parts drag it; the system draws its own buttons at the end. */
export function TitleBar({ crumbs, waiting, onWaiting, onSearch, commandKey }: TitleBarProps) {
  const t = useText()
  return (
    <header className={styles['bar']}>
      <span className="grid w-(--w-rail) shrink-0 place-items-center text-fg-2">
        <Logo />
      </span>
      <Crumbs crumbs={crumbs} />
      <SlotPlace
        name="crumbs"
        className="flex min-w-0 items-center gap-2 truncate font-medium before:text-fg-3 before:content-['/'] empty:hidden"
      />
      <span className="grow" />
      {waiting === 0 ? null : (
        <Button look="ghost" size="small" onClick={onWaiting}>
          <Mark state="wait" />
          <span className="text-warn-fg">{t('shell.needYou', { count: waiting })}</span>
        </Button>
      )}
      <button
        type="button"
        aria-keyshortcuts="Control+K"
        onClick={onSearch}
        className="no-drag flex h-(--h-control-sm) w-50 shrink-0 items-center gap-1.5 rounded-[5px] bg-canvas px-2 font-medium text-fg-3 text-xs inset-ring inset-ring-line-strong hover:text-fg-2"
      >
        <Icon name="search" size="s" />
        <span className="grow text-left">{t('shell.search')}</span>
        <Kbd keys={[commandKey, 'K']} />
      </button>
      <SlotPlace name="title-actions" className="flex items-center gap-1" />
    </header>
  )
}

function Crumbs({ crumbs }: { crumbs: readonly string[] }) {
  const t = useText()
  const goesOn = useSlotFilled('crumbs')
  return (
    <nav
      aria-label={t('shell.location')}
      className={`flex min-w-0 items-center gap-2 px-2 ${goesOn ? 'pr-1' : ''}`}
    >
      {crumbs.map((crumb, index) => {
        const last = index === crumbs.length - 1
        return (
          <span key={crumb} className={`flex min-w-0 items-center gap-2 ${last ? '' : 'max-w-48 shrink-0'}`}>
            {index === 0 ? null : (
              <span aria-hidden="true" className="text-fg-3">
                /
              </span>
            )}
            {last ? (
              <h1 className={`truncate ${goesOn ? 'font-normal text-fg-2' : 'font-medium'}`}>
                <ForeignText text={crumb} prose />
              </h1>
            ) : (
              <span className="truncate text-fg-2">
                <ForeignText text={crumb} prose />
              </span>
            )}
          </span>
        )
      })}
    </nav>
  )
}
