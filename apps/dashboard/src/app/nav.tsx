import {
  Activity,
  CalendarDays,
  Clock,
  CreditCard,
  Database,
  Globe,
  House,
  KeyRound,
  Building2,
  Radio,
  Send,
  SlidersHorizontal,
  Webhook,
  Zap,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { s } from '../i18n/strings.ts'
import type { PlaceName } from '../lib/place.ts'
import { To } from '../ui/to.tsx'
import { usePlaceName } from './place-name.ts'

export interface NavItem {
  place: PlaceName
  name: string
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  /** Second key of the shortcut that leads there, after g. */
  key: string
}

/** Where one can go. */
export const navGroups = (): { name: string; items: NavItem[] }[] => [
  { name: '', items: [{ place: 'home', name: s.nav.home, icon: House, key: 'h' }] },
  {
    name: s.nav.traffic,
    items: [
      { place: 'requests', name: s.nav.requests, icon: Activity, key: 'r' },
      { place: 'deliveries', name: s.nav.deliveries, icon: Send, key: 'd' },
      { place: 'endpoints', name: s.nav.endpoints, icon: Webhook, key: 'e' },
      { place: 'events', name: s.nav.events, icon: Radio, key: 'v' },
    ],
  },
  {
    name: s.nav.data,
    items: [
      { place: 'bookings', name: s.nav.bookings, icon: CalendarDays, key: 'b' },
      { place: 'payments', name: s.nav.payments, icon: CreditCard, key: 'p' },
    ],
  },
  {
    name: s.nav.tools,
    items: [
      { place: 'clock', name: s.nav.clock, icon: Clock, key: 'c' },
      { place: 'faults', name: s.nav.faults, icon: Zap, key: 'f' },
    ],
  },
  {
    name: s.nav.settings,
    items: [
      { place: 'api-keys', name: s.nav.apiKeys, icon: KeyRound, key: 'k' },
      { place: 'origins', name: s.nav.origins, icon: Globe, key: 'o' },
      { place: 'properties', name: s.nav.properties, icon: Building2, key: 'y' },
      { place: 'data', name: s.nav.state, icon: Database, key: 'a' },
      { place: 'preferences', name: s.nav.preferences, icon: SlidersHorizontal, key: 's' },
    ],
  },
]

export function Nav({ onGo }: { onGo?: () => void }) {
  const here = usePlaceName()
  return (
    <nav aria-label={s.nav.label}>
      {navGroups().map(({ name, items }) => (
        <div className="group" key={name}>
          {name !== '' && <span className="group-name">{name}</span>}
          {items.map(({ place, name: label, icon: Icon }) => (
            <To key={place} place={place} onClick={onGo} aria-current={place === here ? 'page' : undefined}>
              <Icon size={16} aria-hidden />
              {label}
            </To>
          ))}
        </div>
      ))}
    </nav>
  )
}
