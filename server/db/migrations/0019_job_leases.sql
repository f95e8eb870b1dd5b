ALTER TABLE `jobs` ADD `leased_by` text;--> statement-breakpoint
ALTER TABLE `jobs` ADD `leased_until` integer;