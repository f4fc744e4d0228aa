import { useEffect } from 'react'
import type { Density, TextSize } from '#shared/config/choices.ts'
import type { Theme } from '#shared/config/look.ts'

/** Keeps the page in the colours that are set, or that the system has. */
export function useTheme(theme: Theme): void {
  useEffect(() => {
    const system = window.matchMedia('(prefers-color-scheme: light)')
    const paint = () => {
      const light = theme === 'system' ? system.matches : theme === 'light'
      document.documentElement.dataset['theme'] = light ? 'light' : 'dark'
    }
    paint()
    system.addEventListener('change', paint)
    return () => system.removeEventListener('change', paint)
  }, [theme])
}

/** Sets the size of the text on the page. */
export function useTextSize(size: TextSize): void {
  useEffect(() => {
    document.documentElement.dataset['text'] = size
  }, [size])
}

/** Sets the space between lines, rows and entries of the page. */
export function useDensity(density: Density): void {
  useEffect(() => {
    document.documentElement.dataset['density'] = density
  }, [density])
}

/** Sets the language of the page, for fonts and screen readers. */
export function useLanguage(locale: string): void {
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
}
