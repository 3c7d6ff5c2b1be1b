import type { MerchantSubmission } from '@tegeka/contract/merchants/merchant-registration.ts';
import { DEMO_PEOPLE, type DemoPerson } from './demo-guide.ts';

export interface DemoBusiness {
  person: DemoPerson;
  name: string;
  industry: MerchantSubmission['industry'];
  registrationNumber: string;
  taxNumber: string;
  street: string;
  buildingName: string;
  city: string;
  region: string;
  color: [number, number, number];
}

export const DEMO_BUSINESSES: Record<'approved' | 'waiting' | 'correcting', DemoBusiness> = {
  approved: {
    person: DEMO_PEOPLE.approved,
    name: 'Nile Traders',
    industry: 'Wholesale',
    registrationNumber: '80020003412901',
    taxNumber: '1014563287',
    color: [11, 122, 112],
    street: 'Nakasero Road 14',
    buildingName: 'Nile House',
    city: 'Kampala',
    region: 'Central',
  },
  waiting: {
    person: DEMO_PEOPLE.waiting,
    name: 'Kololo Clinic',
    industry: 'Healthcare and Social Assistance',
    color: [37, 99, 175],
    registrationNumber: '80020004417356',
    taxNumber: '1017742031',
    street: 'Acacia Avenue 31',
    buildingName: 'Acacia Place',
    city: 'Kampala',
    region: 'Central',
  },
  correcting: {
    person: DEMO_PEOPLE.correcting,
    name: 'Jinja Academy',
    industry: 'Education and Training',
    registrationNumber: '80010002290114',
    taxNumber: '1009983412',
    color: [148, 82, 32],
    street: 'Main Street 7',
    buildingName: 'Academy Hall',
    city: 'Jinja',
    region: 'Eastern',
  },
};

export function submissionOf(
  business: DemoBusiness,
  organizationId: string,
  bankId: string,
): MerchantSubmission {
  const { person, name, industry, registrationNumber, taxNumber } = business;
  const phoneNumber = { countryCode: '256', region: 'UG', subscriberNumber: person.phone } as const;
  const { street, buildingName, city, region } = business;
  const { email, firstName, lastName } = person;
  return {
    businessName: name,
    industry,
    registrationNumber,
    taxNumber,
    phoneNumber,
    organizationId,
    bankAccounts: [
      {
        bankId,
        accountName: name,
        accountNumber: `90300${business.taxNumber}`,
        accountType: 'CURRENT',
        branch: 'Kampala Road',
        branchCode: '031',
      },
    ],
    businessAddress: {
      country: 'Uganda',
      countryCode: 'UG',
      region,
      city,
      street,
      buildingName,
      postalCode: 'P.O. Box 4821',
    },
    userInfo: { email, phoneNumber, firstName, lastName },
  };
}
