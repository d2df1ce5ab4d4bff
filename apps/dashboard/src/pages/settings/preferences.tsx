import { s } from '../../i18n/strings.ts'
import { useVirtualNow } from '../../lib/clock.ts'
import { timeText } from '../../lib/format.ts'
import { changePrefs, prefs, type Prefs } from '../../lib/prefs.ts'
import { timeZones } from '../../lib/time-zones.ts'
import { zone as shownZone } from '../../lib/zone.ts'
import { SelectField } from '../../ui/field.tsx'
import { PageHead } from '../../ui/layout.tsx'

/** Colours, language and time zone, of this browser alone. */
export function Preferences() {
  const { theme, language, zone: chosen } = prefs.use()
  const zone = shownZone.use()
  const now = new Date(useVirtualNow()).toISOString()
  return (
    <>
      <PageHead title={s.preferences.title} lead={s.preferences.lead} />
      <div className="panel">
        <SelectField
          label={s.preferences.theme}
          value={theme}
          options={[
            ['system', s.preferences.system],
            ['light', s.preferences.light],
            ['dark', s.preferences.dark],
          ]}
          onChange={(value) => changePrefs({ theme: value as Prefs['theme'] })}
        />
        <SelectField
          label={s.preferences.language}
          value={language}
          options={[
            ['system', s.preferences.system],
            ['en', 'English'],
            ['pt', 'Português'],
          ]}
          onChange={(value) => {
            changePrefs({ language: value as Prefs['language'] })
            // Every text is drawn anew.
            location.reload()
          }}
        />
        <SelectField
          label={s.preferences.zone}
          value={chosen}
          options={[['property', s.preferences.ofProperty], ...timeZones()]}
          onChange={(value) => changePrefs({ zone: value })}
        />
        <p className="muted">
          {timeText(now, zone)} {zone} {zone !== 'UTC' && <>· {timeText(now)} UTC</>}
        </p>
      </div>
    </>
  )
}
