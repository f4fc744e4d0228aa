import { type KeyboardEvent, useRef, useState } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { classNames } from '../base/class-names.ts'
import { useNumbers } from '../base/numbers.ts'
import { Button } from '../controls/Button.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { ForeignText } from '../text/ForeignText.tsx'
import { Dialog } from './Dialog.tsx'
import { LEAST_ZOOM, MOST_ZOOM, nextZoom, type Zoom, zoomOfKey } from './zoom.ts'

type LightboxProps = { readonly src: string; readonly name: string; readonly onClose: () => void }

/**
 * A picture over the whole window. It fits the window at first; `+` and `-` change its size, `1` shows the size of the
 * picture, `0` fits it again, the arrow keys scroll, and Escape closes. The focus then returns to where it was.
 */
export function Lightbox({ src, name, onClose }: LightboxProps) {
  const t = useText()
  const numbers = useNumbers()
  const image = useRef<HTMLImageElement>(null)
  const [zoom, setZoom] = useState<Zoom>('fit')
  /** Pixels of the picture itself; null until it is loaded. */
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const shown = () =>
    image.current === null || size === null ? 1 : image.current.getBoundingClientRect().width / size.width
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = zoomOfKey(event.key, shown())
    if (next === null) return
    event.preventDefault()
    setZoom(next)
  }
  return (
    <Dialog open bare title={name} onClose={onClose} className="inset-6">
      {/* The picture comes first, so that it has the focus and the arrow keys; it is drawn below the buttons. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the dialog, wherever the focus is in it */}
      <div onKeyDown={onKeyDown} className="flex min-h-0 grow flex-col-reverse">
        <section
          aria-label={name}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the keyboard
          tabIndex={0}
          className="grid min-h-0 grow place-items-center-safe overflow-auto bg-sunken p-4"
        >
          <img
            ref={image}
            src={src}
            alt={name}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize({ width: naturalWidth, height: naturalHeight })
            }
            {...(zoom === 'fit' || size === null
              ? {}
              : { style: { width: size.width * zoom, height: size.height * zoom } })}
            className={classNames(zoom === 'fit' ? 'max-h-full max-w-full object-contain' : 'max-w-none')}
          />
        </section>
        <header className="flex h-(--h-bar) shrink-0 items-center gap-1 border-line border-b pr-2 pl-4">
          <span className="min-w-0 truncate font-semibold text-sm">
            <ForeignText text={name} prose />
          </span>
          <span className="grow" />
          <output aria-label={t('ui.zoom')} className="figures w-14 text-right text-fg-3 text-xs">
            {zoom === 'fit' ? t('ui.zoom.fitted') : numbers.percent(zoom)}
          </output>
          <IconButton
            icon="minus"
            label={t('ui.zoom.out')}
            aria-keyshortcuts="-"
            disabled={zoom === LEAST_ZOOM}
            onClick={() => setZoom(nextZoom(shown(), 'out'))}
          />
          <IconButton
            icon="plus"
            label={t('ui.zoom.in')}
            aria-keyshortcuts="+"
            disabled={zoom === MOST_ZOOM}
            onClick={() => setZoom(nextZoom(shown(), 'in'))}
          />
          <Button
            size="small"
            look="ghost"
            aria-pressed={zoom === 'fit'}
            aria-keyshortcuts="0"
            onClick={() => setZoom('fit')}
          >
            {t('ui.zoom.fit')}
          </Button>
          <Button
            size="small"
            look="ghost"
            aria-pressed={zoom === 1}
            aria-keyshortcuts="1"
            onClick={() => setZoom(1)}
          >
            {t('ui.zoom.actual')}
          </Button>
          <IconButton icon="x" label={t('ui.close')} onClick={onClose} />
        </header>
      </div>
    </Dialog>
  )
}
