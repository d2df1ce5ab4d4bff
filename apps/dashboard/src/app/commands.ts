import { CalendarPlus, FastForward, type LucideIcon, Moon, Send, Sun, ZapOff } from 'lucide-react'
import { s } from '../i18n/strings.ts'
import { readClock, tellClock } from '../lib/clock.ts'
import { useGo } from '../lib/place.ts'
import { changePrefs } from '../lib/prefs.ts'
import { useControl } from '../lib/use-control.ts'
import { useSay } from '../ui/toasts.tsx'

interface Command {
  name: string
  icon: LucideIcon
  act: () => unknown
}

/** What the palette can do, wherever one is. */
export function useCommands(): Command[] {
  const control = useControl()
  const go = useGo()
  const say = useSay()
  const advance = async (seconds: number) => {
    tellClock(await control.clock.advance(seconds))
    await readClock()
    say(s.commands.advanced)
  }
  return [
    {
      name: s.commands.makeBooking,
      icon: CalendarPlus,
      async act() {
        const { id } = await control.bookings.create()
        go('bookings', id)
      },
    },
    { name: s.commands.sendEvent, icon: Send, act: () => go('events') },
    { name: s.commands.advanceMinute, icon: FastForward, act: () => advance(60) },
    { name: s.commands.advanceHours, icon: FastForward, act: () => advance(7_200) },
    {
      name: s.commands.clearFaults,
      icon: ZapOff,
      async act() {
        await control.faults.clear()
        say(s.commands.faultsCleared)
      },
    },
    { name: s.commands.dark, icon: Moon, act: () => changePrefs({ theme: 'dark' }) },
    { name: s.commands.light, icon: Sun, act: () => changePrefs({ theme: 'light' }) },
  ]
}
