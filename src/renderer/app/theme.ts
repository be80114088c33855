import { useEffect } from 'react'
import { usePage } from '../store/store'

/** Writes the theme and the choices of motion and patterns on the document; follows the system while nothing else is chosen. */
export function useTheme(): void {
  const theme = usePage((state) => state.settings.theme)
  const motion = usePage((state) => state.settings.motion)
  const patterns = usePage((state) => state.settings.patterns)
  useEffect(() => {
    const light = window.matchMedia('(prefers-color-scheme: light)')
    const apply = () => {
      document.documentElement.dataset['theme'] = theme === 'system' ? (light.matches ? 'light' : 'dark') : theme
    }
    apply()
    light.addEventListener('change', apply)
    return () => light.removeEventListener('change', apply)
  }, [theme])
  useEffect(() => {
    document.documentElement.dataset['motion'] = motion
    document.documentElement.dataset['patterns'] = patterns
  }, [motion, patterns])
}
