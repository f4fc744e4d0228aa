import { type ReactNode, useState } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { classNames } from '../base/class-names.ts'
import { Lightbox } from './Lightbox.tsx'

type EnlargeableProps = {
  readonly src: string
  /** The subject of the image; labels the button and the enlarged image. */
  readonly name: string
  readonly className?: string
  /** The small picture. */
  readonly children: ReactNode
}

/** A picture that opens large when it is pressed. */
export function Enlargeable({ src, name, className, children }: EnlargeableProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('ui.enlarge', { name })}
        onClick={() => setOpen(true)}
        className={classNames('cursor-zoom-in', className)}
      >
        {children}
      </button>
      {open ? <Lightbox src={src} name={name} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
