/* Called where a program wants work done (video.c); defined in preload.c. */
#pragma once

void eugene_video_wanted(void);
