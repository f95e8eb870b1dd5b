/** Legal notices for readers in the United States, shown with English [SHELL-12]. */
import { countryName } from '../state/format.ts'
import { t } from '../state/i18n.ts'
import { useResource } from '../state/resource.ts'

export const UsFooter = () => {
  const company = useResource('companyinfo.get', {}).data?.companyinfo
  return (
    <>
      <p>{t('footer.us2257')}</p>
      <p>{t('footer.usPrivacy')}</p>
      {company ? (
        <p>
          {t('footer.usCompany', {
            name: company.name,
            address: company.address,
            city: company.city,
            country: countryName(company.country),
          })}
        </p>
      ) : null}
    </>
  )
}
