import type { RefObject } from 'react'
import { useFocusAfter } from '../../../ui/hooks/use-focus-after.ts'
import { focusComposer } from '../composer/composer-focus.ts'

/** When something that was answered goes away with the focus in it, the focus goes where the person writes. */
export const useFocusBack = (): RefObject<HTMLElement | null> => useFocusAfter(focusComposer)
