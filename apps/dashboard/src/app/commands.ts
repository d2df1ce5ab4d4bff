import { useRouter } from '@tanstack/react-router'
import {
  Building2,
  CalendarPlus,
  CreditCard,
  FastForward,
  type LucideIcon,
  Moon,
  Send,
  Sun,
  Webhook,
  ZapOff,
} from 'lucide-react'
import { s } from '../i18n/strings.ts'
import { readClock, tellClock } from '../lib/clock.ts'
import { pathOf, useGo, usePlace } from '../lib/place.ts'
import { changePrefs } from '../lib/prefs.ts'
import { useProperties } from '../lib/properties.ts'
import { useControl } from '../lib/use-control.ts'
import { useSay } from '../ui/toasts.tsx'

interface Command {
  /** Tells it from others of the same name. @default the name */
  key?: string
  name: string
  icon: LucideIcon
  act: () => unknown
}

/** What the palette can do, wherever one is. */
export function useCommands(): Command[] {
  const control = useControl()
  const go = useGo()
  const say = useSay()
  const router = useRouter()
  const { pid } = usePlace()
  const { data: all = [] } = useProperties()
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
    { name: s.commands.recordPayment, icon: CreditCard, act: () => go('payments', '', { record: 'yes' }) },
    { name: s.commands.addEndpoint, icon: Webhook, act: () => go('endpoints', '', { add: 'yes' }) },
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
    ...all
      .filter(({ id }) => id !== pid)
      .map(({ id, name }) => ({
        key: id,
        name: s.commands.showProperty(name),
        icon: Building2,
        act: () => router.history.push(`/dashboard${pathOf(id, 'home')}`),
      })),
  ]
}
