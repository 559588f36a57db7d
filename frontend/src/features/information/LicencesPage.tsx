import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { PageHeader } from '@/ui/PageHeader';
import { RowsSkeleton } from '@/ui/Skeletons';
import { lazyPart } from '@/lib/lazyPart';
import { product, SOFTWARE } from '@/lib/product';

const LicenceList = lazyPart(() => import('./LicenceList'));

/** Shows the licence of the product and those of all its parts. */
export default function LicencesPage() {
  return (
    <Box sx={{ maxWidth: 960 }}>
      <PageHeader
        title="Licences"
        purpose={`This service runs ${SOFTWARE} ${product.version}, free software under the European Union Public Licence 1.2: you may use it, study it, change it and pass it on. Anyone who runs it for others must give them its source code.`}
      />
      <Suspense fallback={<RowsSkeleton />}>
        <LicenceList />
      </Suspense>
    </Box>
  );
}
