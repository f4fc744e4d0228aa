import { classNames } from './class-names.ts'

/**
 * Words beside the name of a control that are no part of the name: a screen reader hears them as the
 * control's description, so they are drawn by the style and not written into the page.
 */
export function DrawnText({ text, className }: { text: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-text={text}
      className={classNames('before:content-[attr(data-text)]', className)}
    />
  )
}
