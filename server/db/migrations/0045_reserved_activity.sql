ALTER TABLE `profiles` ADD `active_at` integer;--> statement-breakpoint
UPDATE `profiles` SET `active_at` = `last_active`, `last_active` = `last_active` - `last_active` % 86400000 WHERE `reserved` = 1;
